CREATE TABLE "engines" (
	"id" text PRIMARY KEY NOT NULL,
	"identity" text NOT NULL,
	"memory_mb" integer NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "secret_check" text;