// The round trip from source; the portable build runs the same cases.

import { commandFor } from "../scripts/run.ts";
import { roundTrips } from "./support/round_trip.ts";

roundTrips("from source", commandFor);
