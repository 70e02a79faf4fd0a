CREATE TABLE "nodes" (
	"id" text PRIMARY KEY NOT NULL,
	"swarm_id" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"machine" text,
	"problem" text,
	"is_shared" boolean NOT NULL,
	"availability" text NOT NULL,
	"cpu_cores" numeric(6, 2) NOT NULL,
	"memory_mb" integer NOT NULL,
	"images" text[] DEFAULT '{}' NOT NULL,
	"lost_at" timestamp with time zone,
	"cordoned_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "nodes_swarm" ON "nodes" USING btree ("swarm_id") WHERE removed_at is null;