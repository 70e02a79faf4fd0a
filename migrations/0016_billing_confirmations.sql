CREATE TABLE "billing_confirmations" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"attempt" text NOT NULL,
	"invoice_id" text NOT NULL,
	"subscription_id" text,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_confirmations" ADD CONSTRAINT "billing_confirmations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;