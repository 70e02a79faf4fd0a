ALTER TABLE "instances" ADD COLUMN "backup_revision" integer;--> statement-breakpoint
ALTER TABLE "instances" ADD COLUMN "backed_up_at" timestamp with time zone;