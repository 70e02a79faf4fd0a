ALTER TABLE "accounts" ADD COLUMN "added_in" uuid;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "added_in" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "added_in" uuid;--> statement-breakpoint
ALTER TABLE "ssh_keys" ADD COLUMN "added_in" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "access_review_at" timestamp with time zone;