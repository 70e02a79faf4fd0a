-- One row and more for each table of migration 0000, as that has it; never changed afterwards. upgrade.test.ts carries them to today.
insert into users (
  id, username, email, email_verified, name, first_name, last_name, image, status, admin_flag, time_zone, locale,
  theme, tour_seen_at, created_at, updated_at
) values (
  '00000000-0000-4000-8000-000000000001', 'ada', 'ada@harbour.example', true, 'Ada Holm', 'Ada', 'Holm',
  '/api/pictures/1', 'active', false, 'Europe/Berlin', 'de', 'dark', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z',
  '2026-11-20T09:00:00Z'
);
insert into users (
  id, username, email, email_verified, name, first_name, last_name, image, status, admin_flag, time_zone, locale,
  theme, tour_seen_at, created_at, updated_at
) values (
  '00000000-0000-4000-8000-000000000002', 'jonas', 'jonas@harbour.example', true, 'Jonas Weber', 'Jonas', 'Weber',
  '/api/pictures/1', 'active', false, 'Europe/Berlin', 'de', 'dark', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z',
  '2026-11-20T09:00:00Z'
);
insert into organizations (
  id, name, setup_step, industry, website_url, country, street_address, street_address_cont, city, state_prov,
  postal_code, user_licenses, stripe_customer_id, stripe_subscription_id, share_id, share_settled_at, declined_starts,
  created_at
) values (
  '00000000-0000-4000-8000-000000000010', 'Harbour Software', 5, 'software', 'https://harbour.example', 'US',
  '12 Pier Road', 'Floor 2', 'Portland', 'ME', '04101', 2, 'cus_1', 'sub_1', '00000000-0000-4000-8000-000000000070',
  '2026-11-20T09:00:00Z', 1, '2026-11-20T09:00:00Z'
);
insert into memberships (
  id, organization_id, user_id, role, status, created_at
) values (
  '00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000010',
  '00000000-0000-4000-8000-000000000001', 'owner', 'active', '2026-11-20T09:00:00Z'
);
insert into memberships (
  id, organization_id, user_id, role, status, created_at
) values (
  '00000000-0000-4000-8000-000000000012', '00000000-0000-4000-8000-000000000010',
  '00000000-0000-4000-8000-000000000002', 'user', 'active', '2026-11-20T09:00:00Z'
);
insert into accounts (
  id, user_id, account_id, provider_id, password, added_in, created_at, updated_at
) values (
  '00000000-0000-4000-8000-000000000013', '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000001', 'credential', '$scrypt$ln=10,r=8,p=1$c2FsdA$a2V5',
  '00000000-0000-4000-8000-000000000031', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'
);
insert into impersonations (
  id, real_user_id, real_session_id, user_id, organization_id, reason, started_at, expires_at, ended_at
) values (
  '00000000-0000-4000-8000-000000000032', '00000000-0000-4000-8000-000000000002',
  '00000000-0000-4000-8000-000000000033', '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000010', 'Looking at a support case', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z',
  '2026-11-20T09:00:00Z'
);
insert into sessions (
  id, user_id, token, expires_at, ip_address, user_agent, organization_id, provider, address_confirmed_at, created_at,
  updated_at
) values (
  '00000000-0000-4000-8000-000000000031', '00000000-0000-4000-8000-000000000001',
  '4TrHkFbg10u_7d3U2OwTC1ytxbG6EdeQ-8k1sztcXx0', '2099-01-01T00:00:00Z', '127.0.0.1', 'Firefox',
  '00000000-0000-4000-8000-000000000010', 'google', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z',
  '2099-01-01T00:00:00Z'
);
insert into sessions (
  id, user_id, token, expires_at, ip_address, user_agent, organization_id, impersonation_id, created_at, updated_at
) values (
  '00000000-0000-4000-8000-000000000034', '00000000-0000-4000-8000-000000000001', 'an-ended-session',
  '2026-11-20T09:00:00Z', '127.0.0.1', 'Firefox', '00000000-0000-4000-8000-000000000010',
  '00000000-0000-4000-8000-000000000032', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'
);
insert into verifications (
  id, identifier, value, expires_at, created_at
) values (
  '00000000-0000-4000-8000-000000000035', 'federated-state:hash', 'v1.sealed', '2026-11-20T09:00:00Z',
  '2026-11-20T09:00:00Z'
);
insert into mail_tokens (
  id, user_id, purpose, token_hash, organization_id, expires_at, used_at, created_at
) values (
  '00000000-0000-4000-8000-000000000036', '00000000-0000-4000-8000-000000000002', 'invite', 'mail-token-hash',
  '00000000-0000-4000-8000-000000000010', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'
);
insert into rate_limits (
  key, attempts, strikes, forget_at, blocked_until
) values (
  'login-account:ada', 2, 1, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'
);
insert into two_factors (
  user_id, sealed_seed, confirmed_at, last_step, added_in, created_at
) values (
  '00000000-0000-4000-8000-000000000001', 'v1.sealed', '2026-11-20T09:00:00Z', 59000000,
  '00000000-0000-4000-8000-000000000031', '2026-11-20T09:00:00Z'
);
insert into recovery_codes (
  id, user_id, code_hash, used_at
) values (
  '00000000-0000-4000-8000-000000000037', '00000000-0000-4000-8000-000000000001', 'recovery-hash',
  '2026-11-20T09:00:00Z'
);
insert into api_tokens (
  id, user_id, organization_id, name, token_hash, hint, added_in, last_used_at, expires_at, created_at
) values (
  '00000000-0000-4000-8000-000000000038', '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000010', 'deploy script', 'api-token-hash', 'wxyz',
  '00000000-0000-4000-8000-000000000031', '2026-11-20T09:00:00Z', '2099-01-01T00:00:00Z', '2026-11-20T09:00:00Z'
);
insert into desktop_codes (
  id, code_hash, challenge, user_id, organization_id, session_id, expires_at
) values (
  '00000000-0000-4000-8000-000000000039', 'desktop-hash', 'challenge', '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000010', '00000000-0000-4000-8000-000000000031', '2026-11-20T09:00:00Z'
);
insert into pictures (
  id, user_id, webp, created_at
) values (
  '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000001', '\x52494646', '2026-11-20T09:00:00Z'
);
insert into ssh_keys (
  id, user_id, name, public_key, fingerprint, added_in, created_at
) values (
  '00000000-0000-4000-8000-000000000030', '00000000-0000-4000-8000-000000000001', 'Laptop',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBun ada@laptop', 'SHA256:laptop', '00000000-0000-4000-8000-000000000031',
  '2026-11-20T09:00:00Z'
);
insert into groups (
  id, organization_id, name, created_at
) values (
  '00000000-0000-4000-8000-000000000050', '00000000-0000-4000-8000-000000000010', 'Pilots', '2026-11-20T09:00:00Z'
);
insert into group_admins (
  group_id, user_id
) values (
  '00000000-0000-4000-8000-000000000050', '00000000-0000-4000-8000-000000000001'
);
insert into group_users (
  group_id, user_id
) values (
  '00000000-0000-4000-8000-000000000050', '00000000-0000-4000-8000-000000000002'
);
insert into shares (
  id, organization_id, user_id, invite_name, invite_email, custom_message, created_at, sent_at, redeemed_at
) values (
  '00000000-0000-4000-8000-000000000070', '00000000-0000-4000-8000-000000000010',
  '00000000-0000-4000-8000-000000000001', 'Lucía Romero', 'lucia@pier.example', 'Have a look', '2026-11-20T09:00:00Z',
  '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'
);
insert into beta_users (
  id, email_address, federated_user_id, coupon_code, user_id, created_at, sent_at
) values (
  '00000000-0000-4000-8000-000000000060', 'ada@harbour.example', 'github-1', 'BETA',
  '00000000-0000-4000-8000-000000000001', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'
);
insert into surveys (
  id, user_id, beta_user_id, heard_about_from, heard_about_link, most_important_qualities, usage_choice,
  organization_size, languages, industry, website_url, updated_at
) values (
  '00000000-0000-4000-8000-000000000061', '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000060', 'a friend', 'https://friend.example', 'speed', 'work', '11-50',
  '{nodejs,go}', 'software', 'https://harbour.example', '2026-11-20T09:00:00Z'
);
insert into coupons (
  code, credit_cents, expires_at, uses_left
) values (
  'BETA', 1000, '2026-11-20T09:00:00Z', 3
);
insert into pending_credits (
  id, organization_id, reason, amount_cents, offer, card_fingerprint, applied_at
) values (
  '00000000-0000-4000-8000-000000000071', '00000000-0000-4000-8000-000000000010', 'coupon:BETA', 1000, 'coupon:BETA',
  'card-1', '2026-11-20T09:00:00Z'
);
insert into billing_accounts (
  organization_id, subscription_status, current_period_end, cancel_at_period_end, monthly_cents, credit_cents,
  monthly_cap_cents, declined_charges, synced_at
) values (
  '00000000-0000-4000-8000-000000000010', 'active', '2099-01-01T00:00:00Z', false, 5500, 250, 90000, 1,
  '2026-11-20T09:00:00Z'
);
insert into billing_begun_charges (
  organization_id, attempt, price_key, amount_cents, price_at
) values (
  '00000000-0000-4000-8000-000000000010', 'licence:1', 'extra-user', 2000, '2026-11-20T09:00:00Z'
);
insert into billing_charges (
  organization_id, attempt, price_key, quantity, effect_id, created_at
) values (
  '00000000-0000-4000-8000-000000000010', 'host:1', 'host-general-2', 1, '00000000-0000-4000-8000-000000000040',
  '2026-11-20T09:00:00Z'
);
insert into billing_confirmations (
  organization_id, attempt, invoice_id, subscription_id, amount_cents, created_at
) values (
  '00000000-0000-4000-8000-000000000010', 'licence:2', 'in_2', 'sub_1', 2000, '2026-11-20T09:00:00Z'
);
insert into billing_events (
  id, type, received_at
) values (
  'evt_1', 'invoice.paid', '2026-11-20T09:00:00Z'
);
insert into billing_invoices (
  id, organization_id, number, type, status, total_cents, amount_due_cents, amount_paid_cents, credit_before_cents,
  credit_after_cents, lines, created_at, paid_at
) values (
  'in_1', '00000000-0000-4000-8000-000000000010', 'SLIP-0001', 'monthly', 'paid', 5500, 5250, 5250, 250, 0,
  '[{"description":"Subscription","quantity":1,"amountCents":5500,"priceKey":"subscription","proration":false,"periodStart":"2026-11-01T00:00:00.000Z","periodEnd":"2026-12-01T00:00:00.000Z"}]',
  '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'
);
insert into billing_leases (
  organization_id, holder, until
) values (
  '00000000-0000-4000-8000-000000000010', '00000000-0000-4000-8000-000000000072', '2026-11-20T09:00:00Z'
);
insert into hosts (
  id, organization_id, user_id, name, hostname, server_option_id, provider, status, machine, machine_key, cpu_cores,
  memory_mb, disk_gb, monthly_cents, charged_cents, attempts, launched_at, created_at
) values (
  '00000000-0000-4000-8000-000000000040', '00000000-0000-4000-8000-000000000010',
  '00000000-0000-4000-8000-000000000001', 'Dock 1', 'dock-1', 'general-2', 'docker', 'Active', 'v1.sealed',
  'docker:dock-1', 2, 4096, 40, 4000, 1500, 1, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'
);
insert into host_init_messages (
  revision, number, code, text, created_at, host_id
) values (
  1, 1, 'H02', 'Ready', '2026-11-20T09:00:00Z', '00000000-0000-4000-8000-000000000040'
);
insert into host_reservations (
  organization_id, attempt, provider, machine_key, memory_mb, until
) values (
  '00000000-0000-4000-8000-000000000010', 'host:2', 'docker', 'docker:dock-2', 4096, '2026-11-20T09:00:00Z'
);
insert into snapshots (
  id, organization_id, user_id, snapshot_type, workspace_id, safety, name, status, detail, engine_id, registry,
  size_bytes, language, language_version, database, git_url, stack_id, restart_user_id, created_at
) values (
  '00000000-0000-4000-8000-000000000022', '00000000-0000-4000-8000-000000000010',
  '00000000-0000-4000-8000-000000000001', 'Workspace', '00000000-0000-4000-8000-000000000020', false,
  'Before the move', 'Active', 'kept', 'local', 'held', 1073741824, 'nodejs', '24', 'postgresql',
  'https://git.example/harbour.git', '00000000-0000-4000-8000-000000000024', '00000000-0000-4000-8000-000000000001',
  '2026-11-20T09:00:00Z'
);
insert into snapshots (
  id, organization_id, user_id, snapshot_type, workspace_id, safety, name, status, engine_id, registry, size_bytes,
  language, database, service_id, environment, stack_id, created_at
) values (
  '00000000-0000-4000-8000-000000000023', '00000000-0000-4000-8000-000000000010',
  '00000000-0000-4000-8000-000000000002', 'Service', '00000000-0000-4000-8000-000000000021', false, 'Cache, full',
  'Active', 'local', 'wanted', 1048576, 'none', 'none', 'redis', 'v1.sealed', '00000000-0000-4000-8000-000000000024',
  '2026-11-20T09:00:00Z'
);
insert into workspaces (
  id, organization_id, user_id, name, slug, status, engine_id, container_id, snapshot_id, image, cpu_cores, memory_mb,
  disk_gb, disk_used_bytes, disk_measured_at, disk_warned_percent, unanswered_count, unanswered_since,
  delete_protect_flag, revision, launched_at, created_at, ssh_key_id, server_id, restore_id, ide, language,
  language_version, database, database_password, git_url, git_credentials, clone_status, clone_detail, port_3000,
  port_3030, port_3000_visibility, port_3030_visibility, port_3000_pass_host, port_3030_pass_host, use_ssl,
  keepalive_flag, last_access_at, keep_awake_until, held_command, held_since, held_seen_at, idle_warned_at
) values (
  '00000000-0000-4000-8000-000000000020', '00000000-0000-4000-8000-000000000010',
  '00000000-0000-4000-8000-000000000001', 'Storefront', 'storefront-1a2b', 'Offline', 'local',
  'container-of-storefront-1a2b', '00000000-0000-4000-8000-000000000022', 'slipway/workspace:1', 1.5, 2048, 20,
  5368709120, '2026-11-20T09:00:00Z', 80, 1, '2026-11-20T09:00:00Z', true, 2, '2026-11-20T09:00:00Z',
  '2026-11-20T09:00:00Z', '00000000-0000-4000-8000-000000000030', '00000000-0000-4000-8000-000000000040',
  '00000000-0000-4000-8000-000000000022', 'vscode', 'nodejs', '24', 'postgresql', 'v1.sealed',
  'https://git.example/harbour.git', 'v1.sealed', 'cloned', 'cloned at once', 'http', 'tcp', 'organization',
  'private', true, false, true, true, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z', 'make', '2026-11-20T09:00:00Z',
  '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'
);
insert into workspace_activity (
  workspace_id, user_id, slot, count
) values (
  '00000000-0000-4000-8000-000000000020', '00000000-0000-4000-8000-000000000001', '2026-11-20T09:00:00Z', 7
);
insert into workspace_cuts (
  workspace_id, user_id, cut_at
) values (
  '00000000-0000-4000-8000-000000000020', '00000000-0000-4000-8000-000000000001', '2026-11-20T09:00:00Z'
);
insert into workspace_deploy_keys (
  id, organization_id, user_id, workspace_id, public_key, private_key, created_at
) values (
  '00000000-0000-4000-8000-000000000025', '00000000-0000-4000-8000-000000000010',
  '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000020', 'ssh-ed25519 AAAAdeploy',
  'v1.sealed', '2026-11-20T09:00:00Z'
);
insert into workspace_init_messages (
  revision, number, code, text, created_at, workspace_id
) values (
  2, 1, 'W10', 'Ready', '2026-11-20T09:00:00Z', '00000000-0000-4000-8000-000000000020'
);
insert into workspace_port_links (
  workspace_id, port, token_hash, ends_at
) values (
  '00000000-0000-4000-8000-000000000020', 3000, 'link-hash', '2099-01-01T00:00:00Z'
);
insert into workspace_status_changes (
  status, cause, detail, user_id, created_at, workspace_id
) values (
  'Active', 'launched', null, null, '2026-11-20T09:00:00Z', '00000000-0000-4000-8000-000000000020'
), (
  'Offline', 'stopped_by_user', 'over night', '00000000-0000-4000-8000-000000000001', '2026-11-20T09:00:00Z',
  '00000000-0000-4000-8000-000000000020'
);
insert into workspace_tcp_ports (
  port, workspace_id, container_port
) values (
  20001, '00000000-0000-4000-8000-000000000020', 3030
);
insert into organization_services (
  id, organization_id, user_id, name, slug, status, engine_id, container_id, snapshot_id, image, cpu_cores, memory_mb,
  disk_gb, disk_used_bytes, disk_measured_at, disk_warned_percent, unanswered_count, unanswered_since,
  delete_protect_flag, revision, launched_at, created_at, service_id, server_id, environment, previous_environment,
  docker_privilege_flag
) values (
  '00000000-0000-4000-8000-000000000021', '00000000-0000-4000-8000-000000000010',
  '00000000-0000-4000-8000-000000000002', 'Cache', 'cache-3c4d', 'Offline', 'local', 'container-of-cache-3c4d',
  '00000000-0000-4000-8000-000000000023', 'slipway/workspace:1', 1.5, 2048, 20, 5368709120, '2026-11-20T09:00:00Z',
  80, 1, '2026-11-20T09:00:00Z', true, 2, '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z', 'redis', 'shared',
  'v1.sealed', 'v1.sealed', false
);
insert into service_init_messages (
  revision, number, code, text, created_at, organization_service_id
) values (
  2, 1, 'W10', 'Ready', '2026-11-20T09:00:00Z', '00000000-0000-4000-8000-000000000021'
);
insert into service_status_changes (
  status, cause, detail, user_id, created_at, organization_service_id
) values (
  'Offline', 'idle', 'over night', '00000000-0000-4000-8000-000000000002', '2026-11-20T09:00:00Z',
  '00000000-0000-4000-8000-000000000021'
);
insert into gateway_tickets (
  id, kind, token_hash, workspace_id, user_id, organization_id, session_id, port, expires_at
) values (
  '00000000-0000-4000-8000-000000000026', 'ticket', 'ticket-hash', '00000000-0000-4000-8000-000000000020',
  '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000010',
  '00000000-0000-4000-8000-000000000031', 3000, '2026-11-20T09:00:00Z'
);
insert into ssh_host_keys (
  public_key, position
) values (
  'ssh-ed25519 AAAAhost', 0
);
insert into installation (
  only_row, id
) values (
  true, '00000000-0000-4000-8000-000000000099'
);
insert into audit_log (
  organization_id, user_id, real_user_id, action, target_id, outcome, details, ip_address, created_at
) values (
  '00000000-0000-4000-8000-000000000010', '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002', 'workspaces.start', '00000000-0000-4000-8000-000000000020', 'success',
  '{"name":"Storefront"}', '127.0.0.1', '2026-11-20T09:00:00Z'
);
