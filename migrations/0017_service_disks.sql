ALTER TABLE "organization_services" ADD COLUMN "disk_used_bytes" bigint;--> statement-breakpoint
ALTER TABLE "organization_services" ADD COLUMN "disk_measured_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organization_services" ADD COLUMN "disk_warned_percent" integer DEFAULT 0 NOT NULL;