CREATE TABLE "billing_leases" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "host_reservations" (
	"organization_id" uuid NOT NULL,
	"attempt" text NOT NULL,
	"provider" text NOT NULL,
	"machine_key" text,
	"memory_mb" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "host_reservations_organization_id_attempt_pk" PRIMARY KEY("organization_id","attempt")
);
--> statement-breakpoint
ALTER TABLE "billing_leases" ADD CONSTRAINT "billing_leases_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_reservations" ADD CONSTRAINT "host_reservations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;