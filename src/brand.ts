// The product's names: the only place where one is written.

/** The product and its binary. */
export const NAME = "vults";
/** Shown to people, and inside the texts agents are given. */
export const TITLE = "Vults";
/** Prefix of our environment variables. */
export const ENV = "VULTS_";
/** Prefix of the older names that are accepted with the same meaning. */
export const OLD_ENV = "VIBEBUDDY_";
/** This build's version. */
export const VERSION = "0.1.0";
