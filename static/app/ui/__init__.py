"""What the screen says, and its HTML: a module for each subject, with its view and its markup."""
