ALTER TABLE "api_tokens" ADD COLUMN "scopes" text[] DEFAULT '{"everything"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "reach" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "workspace_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "at_once" integer;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "cents" integer;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "spent_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_begun_charges" ADD COLUMN "token_id" uuid;--> statement-breakpoint
ALTER TABLE "instances" ADD COLUMN "token_id" uuid;--> statement-breakpoint
CREATE INDEX "instances_token" ON "instances" USING btree ("token_id") WHERE token_id is not null;