CREATE TABLE "instances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"status" text NOT NULL,
	"server_id" text DEFAULT 'shared' NOT NULL,
	"engine_id" text NOT NULL,
	"container_id" text,
	"snapshot_id" uuid,
	"restore_id" uuid,
	"image" text,
	"cpu_cores" numeric(4, 2) NOT NULL,
	"memory_mb" integer NOT NULL,
	"disk_gb" integer NOT NULL,
	"disk_used_bytes" bigint,
	"disk_measured_at" timestamp with time zone,
	"disk_warned_percent" integer DEFAULT 0 NOT NULL,
	"unanswered_count" integer DEFAULT 0 NOT NULL,
	"unanswered_since" timestamp with time zone,
	"keepalive_flag" boolean DEFAULT false NOT NULL,
	"delete_protect_flag" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"launched_at" timestamp with time zone,
	"active_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"scheduled_delete_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);--> statement-breakpoint
INSERT INTO "instances" (
	id, kind, restore_id, keepalive_flag,
	organization_id, user_id, name, slug, status, server_id, engine_id, container_id, snapshot_id, image,
	cpu_cores, memory_mb, disk_gb, disk_used_bytes, disk_measured_at, disk_warned_percent, unanswered_count,
	unanswered_since, delete_protect_flag, revision, launched_at, active_since, created_at, scheduled_delete_at,
	deleted_at
) SELECT
	id, 'workspace', restore_id, keepalive_flag,
	organization_id, user_id, name, slug, status, server_id, engine_id, container_id, snapshot_id, image,
	cpu_cores, memory_mb, disk_gb, disk_used_bytes, disk_measured_at, disk_warned_percent, unanswered_count,
	unanswered_since, delete_protect_flag, revision, launched_at, active_since, created_at, scheduled_delete_at,
	deleted_at
FROM "workspaces";--> statement-breakpoint
INSERT INTO "instances" (
	id, kind,
	organization_id, user_id, name, slug, status, server_id, engine_id, container_id, snapshot_id, image,
	cpu_cores, memory_mb, disk_gb, disk_used_bytes, disk_measured_at, disk_warned_percent, unanswered_count,
	unanswered_since, delete_protect_flag, revision, launched_at, active_since, created_at, scheduled_delete_at,
	deleted_at
) SELECT
	id, 'service',
	organization_id, user_id, name, slug, status, server_id, engine_id, container_id, snapshot_id, image,
	cpu_cores, memory_mb, disk_gb, disk_used_bytes, disk_measured_at, disk_warned_percent, unanswered_count,
	unanswered_since, delete_protect_flag, revision, launched_at, active_since, created_at, scheduled_delete_at,
	deleted_at
FROM "organization_services";--> statement-breakpoint
ALTER TABLE "instances" ADD CONSTRAINT "instances_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instances" ADD CONSTRAINT "instances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instances" ADD CONSTRAINT "instances_snapshot_id_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instances" ADD CONSTRAINT "instances_restore_id_snapshots_id_fk" FOREIGN KEY ("restore_id") REFERENCES "public"."snapshots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "instances_slug" ON "instances" USING btree ("slug") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "instances_slug_ever" ON "instances" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "instances_keepalive" ON "instances" USING btree ("organization_id","user_id") WHERE keepalive_flag and server_id = 'shared' and status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "instances_organization" ON "instances" USING btree ("organization_id","kind","status","created_at");--> statement-breakpoint
CREATE INDEX "instances_list" ON "instances" USING btree ("organization_id","kind","created_at","id") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "instances_list_by_name" ON "instances" USING btree ("organization_id","kind","name","id") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "instances_search" ON "instances" USING gin ("name" gin_trgm_ops,"slug" gin_trgm_ops) WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "instances_user" ON "instances" USING btree ("user_id","kind","status","created_at");--> statement-breakpoint
CREATE INDEX "instances_engine" ON "instances" USING btree ("engine_id","status");--> statement-breakpoint
CREATE INDEX "instances_server" ON "instances" USING btree ("server_id","status");--> statement-breakpoint
CREATE INDEX "instances_scheduled_delete" ON "instances" USING btree ("scheduled_delete_at") WHERE status = 'Pending Deletion';--> statement-breakpoint
ALTER TABLE "snapshots" RENAME COLUMN "workspace_id" TO "instance_id";--> statement-breakpoint
ALTER TABLE "snapshots" RENAME COLUMN "service_id" TO "catalogue_id";--> statement-breakpoint
ALTER INDEX "snapshots_workspace" RENAME TO "snapshots_instance";--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TABLE "instance_status_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"instance_id" uuid NOT NULL,
	"status" text NOT NULL,
	"cause" text NOT NULL,
	"detail" text,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
INSERT INTO "instance_status_changes" (instance_id, status, cause, detail, user_id, created_at)
SELECT workspace_id, status, cause, detail, user_id, created_at FROM "workspace_status_changes" ORDER BY id;--> statement-breakpoint
DROP TABLE "workspace_status_changes";--> statement-breakpoint
INSERT INTO "instance_status_changes" (instance_id, status, cause, detail, user_id, created_at)
SELECT organization_service_id, status, cause, detail, user_id, created_at FROM "service_status_changes" ORDER BY id;--> statement-breakpoint
DROP TABLE "service_status_changes";--> statement-breakpoint
ALTER TABLE "instance_status_changes" ADD CONSTRAINT "instance_status_changes_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instance_status_changes" ADD CONSTRAINT "instance_status_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "instance_status_changes_instance" ON "instance_status_changes" USING btree ("instance_id","id");--> statement-breakpoint
CREATE TABLE "instance_init_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"number" integer NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"instance_id" uuid NOT NULL
);--> statement-breakpoint
INSERT INTO "instance_init_messages" (instance_id, revision, number, code, text, created_at)
SELECT workspace_id, revision, number, code, text, created_at FROM "workspace_init_messages" ORDER BY id;--> statement-breakpoint
DROP TABLE "workspace_init_messages";--> statement-breakpoint
INSERT INTO "instance_init_messages" (instance_id, revision, number, code, text, created_at)
SELECT organization_service_id, revision, number, code, text, created_at FROM "service_init_messages" ORDER BY id;--> statement-breakpoint
DROP TABLE "service_init_messages";--> statement-breakpoint
ALTER TABLE "instance_init_messages" ADD CONSTRAINT "instance_init_messages_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "instance_init_messages_order" ON "instance_init_messages" USING btree ("instance_id","revision","number");--> statement-breakpoint
CREATE TABLE "services" (
	"id" uuid PRIMARY KEY NOT NULL,
	"catalogue_id" text NOT NULL,
	"environment" text NOT NULL,
	"previous_environment" text,
	"docker_privilege_flag" boolean DEFAULT false NOT NULL
);--> statement-breakpoint
INSERT INTO "services" (id, catalogue_id, environment, previous_environment, docker_privilege_flag)
SELECT id, service_id, environment, previous_environment, docker_privilege_flag FROM "organization_services";--> statement-breakpoint
DROP TABLE "organization_services";--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_id_instances_id_fk" FOREIGN KEY ("id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces"
	DROP COLUMN "organization_id",
	DROP COLUMN "user_id",
	DROP COLUMN "name",
	DROP COLUMN "slug",
	DROP COLUMN "status",
	DROP COLUMN "server_id",
	DROP COLUMN "engine_id",
	DROP COLUMN "container_id",
	DROP COLUMN "snapshot_id",
	DROP COLUMN "image",
	DROP COLUMN "cpu_cores",
	DROP COLUMN "memory_mb",
	DROP COLUMN "disk_gb",
	DROP COLUMN "disk_used_bytes",
	DROP COLUMN "disk_measured_at",
	DROP COLUMN "disk_warned_percent",
	DROP COLUMN "unanswered_count",
	DROP COLUMN "unanswered_since",
	DROP COLUMN "delete_protect_flag",
	DROP COLUMN "revision",
	DROP COLUMN "launched_at",
	DROP COLUMN "active_since",
	DROP COLUMN "created_at",
	DROP COLUMN "scheduled_delete_at",
	DROP COLUMN "deleted_at",
	DROP COLUMN "restore_id",
	DROP COLUMN "keepalive_flag";--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_id_instances_id_fk" FOREIGN KEY ("id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;
