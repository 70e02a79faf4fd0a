CREATE TABLE "left_containers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"instance_id" uuid NOT NULL,
	"engine_id" text NOT NULL,
	"unsaved" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "instances" ADD COLUMN "held_revision" integer;--> statement-breakpoint
ALTER TABLE "instances" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "left_containers" ADD CONSTRAINT "left_containers_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "left_containers_place" ON "left_containers" USING btree ("instance_id","engine_id");