CREATE TABLE "organization_services" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" text NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"status" text NOT NULL,
	"server_id" text NOT NULL,
	"engine_id" text NOT NULL,
	"container_id" text,
	"snapshot_id" uuid,
	"image" text,
	"environment" text NOT NULL,
	"previous_environment" text,
	"cpu_cores" numeric(4, 2) NOT NULL,
	"memory_mb" integer NOT NULL,
	"disk_gb" integer NOT NULL,
	"docker_privilege_flag" boolean DEFAULT false NOT NULL,
	"delete_protect_flag" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"launched_at" timestamp with time zone,
	"active_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"scheduled_delete_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "service_init_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"organization_service_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"number" integer NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_status_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"organization_service_id" uuid NOT NULL,
	"status" text NOT NULL,
	"cause" text NOT NULL,
	"detail" text,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "service_id" text;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "environment" text;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "stack_id" uuid;--> statement-breakpoint
ALTER TABLE "organization_services" ADD CONSTRAINT "organization_services_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_services" ADD CONSTRAINT "organization_services_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_services" ADD CONSTRAINT "organization_services_snapshot_id_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_init_messages" ADD CONSTRAINT "service_init_messages_organization_service_id_organization_services_id_fk" FOREIGN KEY ("organization_service_id") REFERENCES "public"."organization_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_status_changes" ADD CONSTRAINT "service_status_changes_organization_service_id_organization_services_id_fk" FOREIGN KEY ("organization_service_id") REFERENCES "public"."organization_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_status_changes" ADD CONSTRAINT "service_status_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "organization_services_slug" ON "organization_services" USING btree ("slug") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "organization_services_list" ON "organization_services" USING btree ("organization_id","created_at","id") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "organization_services_search" ON "organization_services" USING gin ("name" gin_trgm_ops,"slug" gin_trgm_ops) WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "organization_services_user" ON "organization_services" USING btree ("user_id","status");--> statement-breakpoint
CREATE INDEX "organization_services_engine" ON "organization_services" USING btree ("engine_id","status");--> statement-breakpoint
CREATE INDEX "organization_services_server" ON "organization_services" USING btree ("server_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "service_init_messages_order" ON "service_init_messages" USING btree ("organization_service_id","revision","number");--> statement-breakpoint
CREATE INDEX "service_status_changes_service" ON "service_status_changes" USING btree ("organization_service_id","id");