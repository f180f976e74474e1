"""What tests, and the measurements, reach the page with: browsers, drivers, a player, and a look into what is kept."""
