ALTER TABLE "audit_log" ADD COLUMN "reads_of" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_reads_of_unique" UNIQUE("reads_of");