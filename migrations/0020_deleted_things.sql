CREATE TABLE "deleted_api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"hint" text NOT NULL,
	"added_in" uuid,
	"last_used_at" timestamp with time zone,
	"scopes" text[] DEFAULT '{"everything"}' NOT NULL,
	"reach" text DEFAULT 'all' NOT NULL,
	"workspace_ids" uuid[] DEFAULT '{}' NOT NULL,
	"at_once" integer,
	"cents" integer,
	"spent_cents" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deleted_api_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "deleted_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid,
	"group_id" uuid,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"sealed" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"repositories" text[],
	"version" uuid NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deleted_api_tokens" ADD CONSTRAINT "deleted_api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_secrets" ADD CONSTRAINT "deleted_secrets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_secrets" ADD CONSTRAINT "deleted_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_secrets" ADD CONSTRAINT "deleted_secrets_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_secrets" ADD CONSTRAINT "deleted_secrets_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_secrets" ADD CONSTRAINT "deleted_secrets_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_api_tokens_user" ON "deleted_api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deleted_api_tokens_age" ON "deleted_api_tokens" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "deleted_secrets_organization" ON "deleted_secrets" USING btree ("organization_id","deleted_at");--> statement-breakpoint
CREATE INDEX "deleted_secrets_age" ON "deleted_secrets" USING btree ("deleted_at");