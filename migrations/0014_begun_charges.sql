CREATE TABLE "billing_begun_charges" (
	"organization_id" uuid NOT NULL,
	"attempt" text NOT NULL,
	"price_key" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"price_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_begun_charges_organization_id_attempt_pk" PRIMARY KEY("organization_id","attempt")
);
--> statement-breakpoint
ALTER TABLE "billing_begun_charges" ADD CONSTRAINT "billing_begun_charges_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_begun_charges_price_at" ON "billing_begun_charges" USING btree ("price_at");