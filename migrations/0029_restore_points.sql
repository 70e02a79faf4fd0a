ALTER TABLE "instances" ADD COLUMN "back_to_id" uuid;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "point" text;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "layer" text;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "layer_bytes" bigint;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "hourly_points_flag" boolean DEFAULT false NOT NULL;