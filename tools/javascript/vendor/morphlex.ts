export * from "morphlex";
