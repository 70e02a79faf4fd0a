CREATE TABLE "spares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"engine_id" text NOT NULL,
	"status" text NOT NULL,
	"image" text NOT NULL,
	"cpu_cores" numeric(4, 2) NOT NULL,
	"memory_mb" integer NOT NULL,
	"disk_gb" integer NOT NULL,
	"database_password" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "spares" ADD CONSTRAINT "spares_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spares_claim" ON "spares" USING btree ("organization_id","image","status");--> statement-breakpoint
CREATE INDEX "spares_engine" ON "spares" USING btree ("engine_id","status");