ALTER TABLE "organizations" ADD COLUMN "share_settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pending_credits" ADD COLUMN "offer" text;--> statement-breakpoint
ALTER TABLE "pending_credits" ADD COLUMN "card_fingerprint" text;--> statement-breakpoint
CREATE UNIQUE INDEX "pending_credits_card" ON "pending_credits" USING btree ("offer","card_fingerprint");