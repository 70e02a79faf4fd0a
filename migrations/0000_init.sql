CREATE TABLE "workspace_activity" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "workspace_activity_workspace_id_slot_user_id_pk" PRIMARY KEY("workspace_id","slot","user_id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"organization_id" uuid,
	"user_id" uuid,
	"real_user_id" uuid,
	"action" text NOT NULL,
	"target_id" text,
	"outcome" text NOT NULL,
	"details" jsonb,
	"ip_address" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"password" text,
	"added_in" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"hint" text NOT NULL,
	"added_in" uuid,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "api_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "impersonations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"real_user_id" uuid NOT NULL,
	"real_session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"organization_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"strikes" integer NOT NULL,
	"forget_at" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"organization_id" uuid,
	"impersonation_id" uuid,
	"provider" text,
	"address_confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_seed" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"added_in" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_accounts" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"subscription_status" text,
	"current_period_end" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"monthly_cents" integer DEFAULT 0 NOT NULL,
	"credit_cents" integer DEFAULT 0 NOT NULL,
	"monthly_cap_cents" integer,
	"declined_charges" integer DEFAULT 0 NOT NULL,
	"read_only_since" timestamp with time zone,
	"removal_told_at" timestamp with time zone,
	"data_removed_at" timestamp with time zone,
	"synced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "billing_begun_charges" (
	"organization_id" uuid NOT NULL,
	"attempt" text NOT NULL,
	"price_key" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"price_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_begun_charges_organization_id_attempt_pk" PRIMARY KEY("organization_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "billing_charges" (
	"organization_id" uuid NOT NULL,
	"attempt" text NOT NULL,
	"price_key" text NOT NULL,
	"quantity" integer NOT NULL,
	"effect_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_charges_organization_id_attempt_pk" PRIMARY KEY("organization_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "billing_confirmations" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"attempt" text NOT NULL,
	"invoice_id" text NOT NULL,
	"subscription_id" text,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"number" text,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"total_cents" integer NOT NULL,
	"amount_due_cents" integer NOT NULL,
	"amount_paid_cents" integer NOT NULL,
	"credit_before_cents" integer NOT NULL,
	"credit_after_cents" integer,
	"lines" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "billing_leases" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"code" text PRIMARY KEY NOT NULL,
	"credit_cents" integer NOT NULL,
	"expires_at" timestamp with time zone,
	"uses_left" integer
);
--> statement-breakpoint
CREATE TABLE "pending_credits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"offer" text,
	"card_fingerprint" text,
	"applied_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "desktop_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"challenge" text NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "desktop_codes_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "group_admins" (
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "group_admins_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "group_users" (
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "group_users_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "host_init_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"number" integer NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"host_id" uuid NOT NULL
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
CREATE TABLE "hosts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"hostname" text NOT NULL,
	"server_option_id" text NOT NULL,
	"provider" text NOT NULL,
	"status" text NOT NULL,
	"machine" text,
	"machine_key" text,
	"cpu_cores" numeric(6, 2) NOT NULL,
	"memory_mb" integer NOT NULL,
	"disk_gb" integer NOT NULL,
	"vram_gb" integer,
	"monthly_cents" integer NOT NULL,
	"charged_cents" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"launched_at" timestamp with time zone,
	"lost_at" timestamp with time zone,
	"scheduled_delete_at" timestamp with time zone,
	"delete_told_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"setup_step" integer DEFAULT 1 NOT NULL,
	"industry" text,
	"website_url" text,
	"country" text,
	"street_address" text,
	"street_address_cont" text,
	"city" text,
	"state_prov" text,
	"postal_code" text,
	"user_licenses" integer DEFAULT 1 NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"share_id" text,
	"share_settled_at" timestamp with time zone,
	"declined_starts" integer DEFAULT 0 NOT NULL,
	"delete_date" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organizations_stripe_customer_id_unique" UNIQUE("stripe_customer_id"),
	CONSTRAINT "organizations_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id")
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"invite_name" text NOT NULL,
	"invite_email" text NOT NULL,
	"custom_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"redeemed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"webp" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pictures_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "organization_services" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"status" text NOT NULL,
	"engine_id" text NOT NULL,
	"container_id" text,
	"snapshot_id" uuid,
	"image" text,
	"cpu_cores" numeric(4, 2) NOT NULL,
	"memory_mb" integer NOT NULL,
	"disk_gb" integer NOT NULL,
	"disk_used_bytes" bigint,
	"disk_measured_at" timestamp with time zone,
	"disk_warned_percent" integer DEFAULT 0 NOT NULL,
	"unanswered_count" integer DEFAULT 0 NOT NULL,
	"unanswered_since" timestamp with time zone,
	"delete_protect_flag" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"launched_at" timestamp with time zone,
	"active_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"scheduled_delete_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"service_id" text NOT NULL,
	"server_id" text NOT NULL,
	"environment" text NOT NULL,
	"previous_environment" text,
	"docker_privilege_flag" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_init_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"number" integer NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"organization_service_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_status_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"cause" text NOT NULL,
	"detail" text,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"organization_service_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"snapshot_type" text DEFAULT 'Workspace' NOT NULL,
	"workspace_id" uuid NOT NULL,
	"safety" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"detail" text,
	"engine_id" text NOT NULL,
	"registry" text,
	"size_bytes" bigint,
	"language" text NOT NULL,
	"language_version" text,
	"database" text NOT NULL,
	"git_url" text,
	"service_id" text,
	"environment" text,
	"stack_id" uuid,
	"restart_user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"scheduled_delete_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"image_removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ssh_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"added_in" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "beta_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email_address" text,
	"share_id" text,
	"federated_user_id" text,
	"coupon_code" text,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "surveys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"beta_user_id" uuid,
	"heard_about_from" text,
	"heard_about_link" text,
	"most_important_qualities" text,
	"usage_choice" text,
	"organization_size" text,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"industry" text,
	"website_url" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "surveys_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "surveys_beta_user_id_unique" UNIQUE("beta_user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"image" text,
	"status" text DEFAULT 'active' NOT NULL,
	"admin_flag" boolean DEFAULT false NOT NULL,
	"time_zone" text,
	"locale" text,
	"theme" text,
	"tour_seen_at" timestamp with time zone,
	"access_review_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_cuts" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"cut_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workspace_cuts_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "workspace_deploy_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"workspace_id" uuid,
	"public_key" text NOT NULL,
	"private_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_init_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"number" integer NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"workspace_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_port_links" (
	"workspace_id" uuid NOT NULL,
	"port" integer NOT NULL,
	"token_hash" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workspace_port_links_workspace_id_port_pk" PRIMARY KEY("workspace_id","port")
);
--> statement-breakpoint
CREATE TABLE "workspace_status_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"cause" text NOT NULL,
	"detail" text,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"workspace_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_tcp_ports" (
	"port" integer PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"container_port" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"status" text NOT NULL,
	"engine_id" text NOT NULL,
	"container_id" text,
	"snapshot_id" uuid,
	"image" text,
	"cpu_cores" numeric(4, 2) NOT NULL,
	"memory_mb" integer NOT NULL,
	"disk_gb" integer NOT NULL,
	"disk_used_bytes" bigint,
	"disk_measured_at" timestamp with time zone,
	"disk_warned_percent" integer DEFAULT 0 NOT NULL,
	"unanswered_count" integer DEFAULT 0 NOT NULL,
	"unanswered_since" timestamp with time zone,
	"delete_protect_flag" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"launched_at" timestamp with time zone,
	"active_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"scheduled_delete_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"ssh_key_id" uuid,
	"server_id" text DEFAULT 'shared' NOT NULL,
	"restore_id" uuid,
	"ide" text DEFAULT 'vscode' NOT NULL,
	"language" text NOT NULL,
	"language_version" text,
	"database" text NOT NULL,
	"database_password" text,
	"git_url" text,
	"git_credentials" text,
	"clone_status" text,
	"clone_detail" text,
	"port_3000" text DEFAULT 'http' NOT NULL,
	"port_3030" text DEFAULT 'disabled' NOT NULL,
	"port_3000_visibility" text DEFAULT 'private' NOT NULL,
	"port_3030_visibility" text DEFAULT 'private' NOT NULL,
	"port_3000_pass_host" boolean DEFAULT false NOT NULL,
	"port_3030_pass_host" boolean DEFAULT false NOT NULL,
	"use_ssl" boolean DEFAULT true NOT NULL,
	"keepalive_flag" boolean DEFAULT false NOT NULL,
	"last_access_at" timestamp with time zone,
	"keep_awake_until" timestamp with time zone,
	"held_command" text,
	"held_since" timestamp with time zone,
	"held_seen_at" timestamp with time zone,
	"idle_warned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "gateway_tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"port" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gateway_tickets_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "ssh_host_keys" (
	"public_key" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workspace_activity" ADD CONSTRAINT "workspace_activity_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_activity" ADD CONSTRAINT "workspace_activity_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impersonations" ADD CONSTRAINT "impersonations_real_user_id_users_id_fk" FOREIGN KEY ("real_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impersonations" ADD CONSTRAINT "impersonations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_impersonation_id_impersonations_id_fk" FOREIGN KEY ("impersonation_id") REFERENCES "public"."impersonations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_begun_charges" ADD CONSTRAINT "billing_begun_charges_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_charges" ADD CONSTRAINT "billing_charges_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_confirmations" ADD CONSTRAINT "billing_confirmations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoices" ADD CONSTRAINT "billing_invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_leases" ADD CONSTRAINT "billing_leases_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_credits" ADD CONSTRAINT "pending_credits_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desktop_codes" ADD CONSTRAINT "desktop_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_admins" ADD CONSTRAINT "group_admins_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_admins" ADD CONSTRAINT "group_admins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_users" ADD CONSTRAINT "group_users_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_users" ADD CONSTRAINT "group_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_init_messages" ADD CONSTRAINT "host_init_messages_host_id_hosts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."hosts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_reservations" ADD CONSTRAINT "host_reservations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosts" ADD CONSTRAINT "hosts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosts" ADD CONSTRAINT "hosts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_services" ADD CONSTRAINT "organization_services_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_services" ADD CONSTRAINT "organization_services_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_services" ADD CONSTRAINT "organization_services_snapshot_id_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_init_messages" ADD CONSTRAINT "service_init_messages_organization_service_id_organization_services_id_fk" FOREIGN KEY ("organization_service_id") REFERENCES "public"."organization_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_status_changes" ADD CONSTRAINT "service_status_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_status_changes" ADD CONSTRAINT "service_status_changes_organization_service_id_organization_services_id_fk" FOREIGN KEY ("organization_service_id") REFERENCES "public"."organization_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_restart_user_id_users_id_fk" FOREIGN KEY ("restart_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ssh_keys" ADD CONSTRAINT "ssh_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beta_users" ADD CONSTRAINT "beta_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "surveys" ADD CONSTRAINT "surveys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "surveys" ADD CONSTRAINT "surveys_beta_user_id_beta_users_id_fk" FOREIGN KEY ("beta_user_id") REFERENCES "public"."beta_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_cuts" ADD CONSTRAINT "workspace_cuts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_cuts" ADD CONSTRAINT "workspace_cuts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_deploy_keys" ADD CONSTRAINT "workspace_deploy_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_deploy_keys" ADD CONSTRAINT "workspace_deploy_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_deploy_keys" ADD CONSTRAINT "workspace_deploy_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_init_messages" ADD CONSTRAINT "workspace_init_messages_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_port_links" ADD CONSTRAINT "workspace_port_links_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_status_changes" ADD CONSTRAINT "workspace_status_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_status_changes" ADD CONSTRAINT "workspace_status_changes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_tcp_ports" ADD CONSTRAINT "workspace_tcp_ports_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_snapshot_id_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_ssh_key_id_ssh_keys_id_fk" FOREIGN KEY ("ssh_key_id") REFERENCES "public"."ssh_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_restore_id_snapshots_id_fk" FOREIGN KEY ("restore_id") REFERENCES "public"."snapshots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workspace_activity_user" ON "workspace_activity" USING btree ("user_id","slot");--> statement-breakpoint
CREATE INDEX "audit_log_organization" ON "audit_log" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_provider_account" ON "accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "api_tokens_user" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "impersonations_user" ON "impersonations" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "impersonations_real_session" ON "impersonations" USING btree ("real_session_id");--> statement-breakpoint
CREATE INDEX "mail_tokens_user" ON "mail_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "rate_limits_forget" ON "rate_limits" USING btree ("forget_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "billing_begun_charges_price_at" ON "billing_begun_charges" USING btree ("price_at");--> statement-breakpoint
CREATE INDEX "billing_events_received" ON "billing_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "billing_invoices_organization" ON "billing_invoices" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pending_credits_once" ON "pending_credits" USING btree ("organization_id","reason");--> statement-breakpoint
CREATE UNIQUE INDEX "pending_credits_card" ON "pending_credits" USING btree ("offer","card_fingerprint");--> statement-breakpoint
CREATE INDEX "desktop_codes_expiry" ON "desktop_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "group_admins_user" ON "group_admins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "group_users_user" ON "group_users" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "groups_name" ON "groups" USING btree ("organization_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "host_init_messages_order" ON "host_init_messages" USING btree ("host_id","revision","number");--> statement-breakpoint
CREATE UNIQUE INDEX "hosts_hostname" ON "hosts" USING btree ("hostname") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE UNIQUE INDEX "hosts_machine_key" ON "hosts" USING btree ("machine_key") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "hosts_list" ON "hosts" USING btree ("organization_id","created_at","id") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "hosts_search" ON "hosts" USING gin ("name" gin_trgm_ops,"hostname" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "hosts_scheduled_delete" ON "hosts" USING btree ("scheduled_delete_at") WHERE status = 'Pending Deletion';--> statement-breakpoint
CREATE INDEX "hosts_unreleased" ON "hosts" USING btree ("id") WHERE released_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_organization_user" ON "memberships" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_one_owner" ON "memberships" USING btree ("organization_id") WHERE role = 'owner' and status <> 'deleted';--> statement-breakpoint
CREATE INDEX "organizations_share" ON "organizations" USING btree ("share_id") WHERE share_id is not null;--> statement-breakpoint
CREATE INDEX "shares_organization" ON "shares" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_services_slug" ON "organization_services" USING btree ("slug") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "organization_services_slug_ever" ON "organization_services" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "organization_services_list" ON "organization_services" USING btree ("organization_id","created_at","id") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "organization_services_search" ON "organization_services" USING gin ("name" gin_trgm_ops,"slug" gin_trgm_ops) WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "organization_services_user" ON "organization_services" USING btree ("user_id","status");--> statement-breakpoint
CREATE INDEX "organization_services_engine" ON "organization_services" USING btree ("engine_id","status");--> statement-breakpoint
CREATE INDEX "organization_services_server" ON "organization_services" USING btree ("server_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "service_init_messages_order" ON "service_init_messages" USING btree ("organization_service_id","revision","number");--> statement-breakpoint
CREATE INDEX "service_status_changes_service" ON "service_status_changes" USING btree ("organization_service_id","id");--> statement-breakpoint
CREATE INDEX "snapshots_organization" ON "snapshots" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "snapshots_search" ON "snapshots" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "snapshots_stack" ON "snapshots" USING btree ("stack_id") WHERE stack_id is not null;--> statement-breakpoint
CREATE INDEX "snapshots_workspace" ON "snapshots" USING btree ("workspace_id","status");--> statement-breakpoint
CREATE INDEX "snapshots_status" ON "snapshots" USING btree ("status","scheduled_delete_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ssh_keys_user_fingerprint" ON "ssh_keys" USING btree ("user_id","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "ssh_keys_user_name" ON "ssh_keys" USING btree ("user_id","name");--> statement-breakpoint
CREATE INDEX "ssh_keys_fingerprint" ON "ssh_keys" USING btree ("fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("name" gin_trgm_ops,"username" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_deploy_keys_workspace" ON "workspace_deploy_keys" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "workspace_deploy_keys_unused" ON "workspace_deploy_keys" USING btree ("user_id","created_at") WHERE workspace_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_init_messages_order" ON "workspace_init_messages" USING btree ("workspace_id","revision","number");--> statement-breakpoint
CREATE INDEX "workspace_status_changes_workspace" ON "workspace_status_changes" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_tcp_ports_workspace" ON "workspace_tcp_ports" USING btree ("workspace_id","container_port");--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_slug" ON "workspaces" USING btree ("slug") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "workspaces_slug_ever" ON "workspaces" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_keepalive" ON "workspaces" USING btree ("organization_id","user_id") WHERE keepalive_flag and server_id = 'shared' and status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "workspaces_organization" ON "workspaces" USING btree ("organization_id","status","created_at");--> statement-breakpoint
CREATE INDEX "workspaces_list" ON "workspaces" USING btree ("organization_id","created_at","id") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "workspaces_list_by_name" ON "workspaces" USING btree ("organization_id","name","id") WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "workspaces_search" ON "workspaces" USING gin ("name" gin_trgm_ops,"slug" gin_trgm_ops) WHERE status <> 'Deleted';--> statement-breakpoint
CREATE INDEX "workspaces_user" ON "workspaces" USING btree ("user_id","status","created_at");--> statement-breakpoint
CREATE INDEX "workspaces_ssh_key" ON "workspaces" USING btree ("ssh_key_id");--> statement-breakpoint
CREATE INDEX "workspaces_engine" ON "workspaces" USING btree ("engine_id","status");--> statement-breakpoint
CREATE INDEX "workspaces_scheduled_delete" ON "workspaces" USING btree ("scheduled_delete_at") WHERE status = 'Pending Deletion';--> statement-breakpoint
CREATE INDEX "gateway_tickets_session" ON "gateway_tickets" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "gateway_tickets_expiry" ON "gateway_tickets" USING btree ("expires_at");