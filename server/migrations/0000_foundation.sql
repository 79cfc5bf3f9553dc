CREATE TABLE "audit_anchor" (
	"org_id" varchar(64) NOT NULL,
	"day" date NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "audit_anchor_org_id_day_pk" PRIMARY KEY("org_id","day")
);
--> statement-breakpoint
CREATE TABLE "job_run" (
	"org_id" varchar(64) NOT NULL,
	"run_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"message" text,
	"result" jsonb,
	"cancel_wanted" boolean DEFAULT false NOT NULL,
	"created_by" varchar(64) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"finished_at" timestamptz(3),
	CONSTRAINT "job_run_org_id_run_id_pk" PRIMARY KEY("org_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"org_id" varchar(64) NOT NULL,
	"prefix" text NOT NULL,
	"day" date NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "number_series_org_id_prefix_day_pk" PRIMARY KEY("org_id","prefix","day")
);
--> statement-breakpoint
CREATE TABLE "operation_log" (
	"org_id" varchar(64) NOT NULL,
	"log_id" varchar(64) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"user_id" varchar(64),
	"user_name" text,
	"emp_name" text,
	"dept_name" text,
	"role_name" text,
	"user_phone" text,
	"source" text NOT NULL,
	"ip_address" text NOT NULL,
	"module" text NOT NULL,
	"method" text NOT NULL,
	"remark" text NOT NULL,
	"target_type" text,
	"target_id" varchar(64),
	"changes" jsonb,
	"request_id" text NOT NULL,
	"seq" bigint,
	"hash" text,
	CONSTRAINT "operation_log_org_id_log_id_pk" PRIMARY KEY("org_id","log_id")
);
--> statement-breakpoint
CREATE TABLE "product_secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_count" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_number" (
	"org_id" varchar(64) NOT NULL,
	"request_no" text NOT NULL,
	"call" text NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"input_digest" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "request_number_org_id_request_no_pk" PRIMARY KEY("org_id","request_no")
);
--> statement-breakpoint
CREATE TABLE "stored_file" (
	"org_id" varchar(64) NOT NULL,
	"file_id" varchar(64) NOT NULL,
	"use" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"size_b" bigint NOT NULL,
	"mime" text NOT NULL,
	"sha256" text NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"created_by" varchar(64),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "stored_file_org_id_file_id_pk" PRIMARY KEY("org_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "front_log" (
	"org_id" varchar(64) NOT NULL,
	"id" varchar(64) NOT NULL,
	"user_id" varchar(64),
	"entry" jsonb NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "front_log_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "login_log" (
	"org_id" varchar(64) NOT NULL,
	"id" varchar(64) NOT NULL,
	"user_name" text NOT NULL,
	"emp_name" text,
	"dept_name" text,
	"login_time" timestamptz(3) DEFAULT now() NOT NULL,
	"ip_addr" text NOT NULL,
	"login_app" text,
	"login_terminal" text NOT NULL,
	"login_status" text NOT NULL,
	CONSTRAINT "login_log_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "login_session" (
	"session_id" varchar(64) PRIMARY KEY NOT NULL,
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"landing_end_id" varchar(64),
	"dept_id" varchar(64),
	"ip" text NOT NULL,
	"terminal" text NOT NULL,
	"read_only" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"last_seen" timestamptz(3) DEFAULT now() NOT NULL,
	"ended_by" integer,
	"ended_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "mqtt_credential" (
	"org_id" varchar(64) NOT NULL,
	"client_name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"device_id" varchar(64) NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "mqtt_credential_org_id_client_name_pk" PRIMARY KEY("org_id","client_name"),
	CONSTRAINT "mqtt_credential_client_name_unique" UNIQUE("client_name")
);
--> statement-breakpoint
CREATE TABLE "photo_code" (
	"verify_str" varchar(64) PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_proof" (
	"user_id" varchar(64) PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"origin_hash" text NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_code" (
	"code_id" varchar(64) PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_message" (
	"org_id" varchar(64) NOT NULL,
	"message_id" varchar(64) NOT NULL,
	"phone" text NOT NULL,
	"content" text NOT NULL,
	"purpose" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"sent_at" timestamptz(3),
	CONSTRAINT "sms_message_org_id_message_id_pk" PRIMARY KEY("org_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "socket_ticket" (
	"ticket_id" varchar(64) PRIMARY KEY NOT NULL,
	"session_id" varchar(64) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sso_mark" (
	"mark_id" varchar(64) PRIMARY KEY NOT NULL,
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "system_config" (
	"org_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"value" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "system_config_org_id_name_pk" PRIMARY KEY("org_id","name")
);
--> statement-breakpoint
CREATE TABLE "user_message" (
	"org_id" varchar(64) NOT NULL,
	"message_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"route" text,
	"read_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "user_message_org_id_message_id_pk" PRIMARY KEY("org_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "user_preference" (
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "user_preference_org_id_user_id_name_pk" PRIMARY KEY("org_id","user_id","name")
);
--> statement-breakpoint
CREATE TABLE "version_read" (
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"record_id" varchar(64) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "version_read_org_id_user_id_record_id_pk" PRIMARY KEY("org_id","user_id","record_id")
);
--> statement-breakpoint
CREATE TABLE "version_record" (
	"record_id" varchar(64) PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"release_date" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account" (
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"user_name" text NOT NULL,
	"user_telephone" text,
	"password_hash" text NOT NULL,
	"user_status" integer DEFAULT 1 NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"reset_password" boolean DEFAULT true NOT NULL,
	"wrong_count" integer DEFAULT 0 NOT NULL,
	"frozen_until" timestamptz(3),
	"login_time" timestamptz(3),
	"last_login_time" timestamptz(3),
	"last_dept_id" varchar(64),
	"last_landing_end_id" varchar(64),
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "account_org_id_user_id_pk" PRIMARY KEY("org_id","user_id"),
	CONSTRAINT "account_name" UNIQUE("org_id","user_name"),
	CONSTRAINT "account_status" CHECK ("account"."user_status" in (1, 2))
);
--> statement-breakpoint
CREATE TABLE "account_role" (
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"role_id" varchar(64) NOT NULL,
	CONSTRAINT "account_role_org_id_user_id_role_id_pk" PRIMARY KEY("org_id","user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "authority" (
	"authority_id" varchar(64) PRIMARY KEY NOT NULL,
	"parent_id" varchar(64),
	"authority_code" text NOT NULL,
	"authority_name" text NOT NULL,
	"level" integer NOT NULL,
	"type" integer NOT NULL,
	"menu_type" text NOT NULL,
	"action_type" integer DEFAULT 4 NOT NULL,
	"status" integer DEFAULT 1 NOT NULL,
	"ends" jsonb DEFAULT '["WEB"]'::jsonb NOT NULL,
	"scope" jsonb,
	"apis" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"page_url" text,
	"menu_link" text,
	"icon" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"remark" text,
	"system" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "authority_authority_code_unique" UNIQUE("authority_code"),
	CONSTRAINT "authority_level" CHECK ("authority"."level" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "dept" (
	"org_id" varchar(64) NOT NULL,
	"dept_id" varchar(64) NOT NULL,
	"parent_id" varchar(64),
	"dept_name" text NOT NULL,
	"dept_key" text NOT NULL,
	"level" integer DEFAULT 1 NOT NULL,
	"dept_type" text,
	"ward" integer DEFAULT 0 NOT NULL,
	"inpatient" integer DEFAULT 0 NOT NULL,
	"outpatient" integer DEFAULT 0 NOT NULL,
	"ip_num" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "dept_org_id_dept_id_pk" PRIMARY KEY("org_id","dept_id"),
	CONSTRAINT "dept_key" UNIQUE("org_id","dept_key"),
	CONSTRAINT "dept_level" CHECK ("dept"."level" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "dept_landing_end" (
	"org_id" varchar(64) NOT NULL,
	"dept_id" varchar(64) NOT NULL,
	"landing_end_id" varchar(64) NOT NULL,
	CONSTRAINT "dept_landing_end_org_id_dept_id_landing_end_id_pk" PRIMARY KEY("org_id","dept_id","landing_end_id")
);
--> statement-breakpoint
CREATE TABLE "employee" (
	"org_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"emp_key" text,
	"emp_name" text NOT NULL,
	"pinyin" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"sex" integer DEFAULT 1 NOT NULL,
	"phone_num" text,
	"cord_num" text,
	"dept_id" varchar(64),
	"emp_type" text,
	"emp_title" text,
	"intro" text,
	"working_picture" text,
	"status" integer DEFAULT 1 NOT NULL,
	"msg_auth" integer DEFAULT 1 NOT NULL,
	"nursing_level" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "employee_org_id_emp_id_pk" PRIMARY KEY("org_id","emp_id"),
	CONSTRAINT "employee_sex" CHECK ("employee"."sex" in (1, 2))
);
--> statement-breakpoint
CREATE TABLE "employee_data_dept" (
	"org_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"dept_id" varchar(64) NOT NULL,
	CONSTRAINT "employee_data_dept_org_id_emp_id_dept_id_pk" PRIMARY KEY("org_id","emp_id","dept_id")
);
--> statement-breakpoint
CREATE TABLE "employee_job" (
	"org_id" varchar(64) NOT NULL,
	"emp_id" varchar(64) NOT NULL,
	"job_id" varchar(64) NOT NULL,
	CONSTRAINT "employee_job_org_id_emp_id_job_id_pk" PRIMARY KEY("org_id","emp_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "job" (
	"org_id" varchar(64) NOT NULL,
	"job_id" varchar(64) NOT NULL,
	"job_name" text NOT NULL,
	"job_type_code" text NOT NULL,
	"job_type_name" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "job_org_id_job_id_pk" PRIMARY KEY("org_id","job_id"),
	CONSTRAINT "job_name" UNIQUE("org_id","job_name")
);
--> statement-breakpoint
CREATE TABLE "landing_end" (
	"landing_end_id" varchar(64) PRIMARY KEY NOT NULL,
	"landing_end_name" text NOT NULL,
	"landing_end_code" text NOT NULL,
	"device_type" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"data_dept" integer DEFAULT 0 NOT NULL,
	"remark" text,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "landing_end_landing_end_code_unique" UNIQUE("landing_end_code")
);
--> statement-breakpoint
CREATE TABLE "login_name" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	CONSTRAINT "login_name_account" UNIQUE("org_id","user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "organization" (
	"org_id" varchar(64) PRIMARY KEY NOT NULL,
	"org_code" text NOT NULL,
	"org_name" text NOT NULL,
	"org_level" integer NOT NULL,
	"org_status" integer NOT NULL,
	"parent_id" varchar(64),
	"contact_name" text,
	"contact_phone" text,
	"address" text,
	"license_no" text,
	"license_pictures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"introduction" text,
	"reject_reason" text,
	"query_code_hash" text,
	"screen_pass" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "organization_org_code_unique" UNIQUE("org_code"),
	CONSTRAINT "organization_level" CHECK ("organization"."org_level" between 1 and 4),
	CONSTRAINT "organization_status" CHECK ("organization"."org_status" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "role" (
	"org_id" varchar(64) NOT NULL,
	"role_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"role_desc" text,
	"role_level" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "role_org_id_role_id_pk" PRIMARY KEY("org_id","role_id"),
	CONSTRAINT "role_name" UNIQUE("org_id","name")
);
--> statement-breakpoint
CREATE TABLE "role_authority" (
	"org_id" varchar(64) NOT NULL,
	"role_id" varchar(64) NOT NULL,
	"landing_end_id" varchar(64) NOT NULL,
	"authority_id" varchar(64) NOT NULL,
	CONSTRAINT "role_authority_org_id_role_id_landing_end_id_authority_id_pk" PRIMARY KEY("org_id","role_id","landing_end_id","authority_id")
);
--> statement-breakpoint
ALTER TABLE "version_read" ADD CONSTRAINT "version_read_record_id_version_record_record_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."version_record"("record_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_role" ADD CONSTRAINT "account_role_account" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_role" ADD CONSTRAINT "account_role_role" FOREIGN KEY ("org_id","role_id") REFERENCES "public"."role"("org_id","role_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authority" ADD CONSTRAINT "authority_parent" FOREIGN KEY ("parent_id") REFERENCES "public"."authority"("authority_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dept" ADD CONSTRAINT "dept_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dept" ADD CONSTRAINT "dept_parent" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."dept"("org_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dept_landing_end" ADD CONSTRAINT "dept_landing_end_landing_end_id_landing_end_landing_end_id_fk" FOREIGN KEY ("landing_end_id") REFERENCES "public"."landing_end"("landing_end_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dept_landing_end" ADD CONSTRAINT "dept_landing_end_dept" FOREIGN KEY ("org_id","dept_id") REFERENCES "public"."dept"("org_id","dept_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee" ADD CONSTRAINT "employee_account" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."account"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee" ADD CONSTRAINT "employee_dept" FOREIGN KEY ("org_id","dept_id") REFERENCES "public"."dept"("org_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_data_dept" ADD CONSTRAINT "data_dept_employee" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."employee"("org_id","emp_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_data_dept" ADD CONSTRAINT "data_dept_dept" FOREIGN KEY ("org_id","dept_id") REFERENCES "public"."dept"("org_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_job" ADD CONSTRAINT "job_employee" FOREIGN KEY ("org_id","emp_id") REFERENCES "public"."employee"("org_id","emp_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_job" ADD CONSTRAINT "job_job" FOREIGN KEY ("org_id","job_id") REFERENCES "public"."job"("org_id","job_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_authority" ADD CONSTRAINT "role_authority_landing_end_id_landing_end_landing_end_id_fk" FOREIGN KEY ("landing_end_id") REFERENCES "public"."landing_end"("landing_end_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_authority" ADD CONSTRAINT "role_authority_authority_id_authority_authority_id_fk" FOREIGN KEY ("authority_id") REFERENCES "public"."authority"("authority_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_authority" ADD CONSTRAINT "role_authority_role" FOREIGN KEY ("org_id","role_id") REFERENCES "public"."role"("org_id","role_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_run_mine" ON "job_run" USING btree ("org_id","created_by","created_at" DESC NULLS FIRST,"run_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_list" ON "operation_log" USING btree ("org_id","created_at" DESC NULLS FIRST,"log_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_target" ON "operation_log" USING btree ("org_id","target_id","created_at" DESC NULLS FIRST,"log_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operation_log_unsealed" ON "operation_log" USING btree ("org_id","log_id") WHERE seq is null;--> statement-breakpoint
CREATE UNIQUE INDEX "operation_log_chain" ON "operation_log" USING btree ("org_id","seq") WHERE seq is not null;--> statement-breakpoint
CREATE INDEX "request_number_age" ON "request_number" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "stored_file_id" ON "stored_file" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "front_log_age" ON "front_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "login_log_list" ON "login_log" USING btree ("org_id","login_time" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_session_open" ON "login_session" USING btree ("org_id","user_id") WHERE ended_by is null;--> statement-breakpoint
CREATE INDEX "sms_code_phone" ON "sms_code" USING btree ("phone","created_at" DESC NULLS FIRST,"code_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sms_message_list" ON "sms_message" USING btree ("org_id","created_at" DESC NULLS FIRST,"message_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_message_mine" ON "user_message" USING btree ("org_id","user_id","created_at" DESC NULLS FIRST,"message_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_message_unread" ON "user_message" USING btree ("org_id","user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "account_list" ON "account" USING btree ("org_id","created_at" DESC NULLS FIRST,"user_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "authority_tree" ON "authority" USING btree ("parent_id","sort");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_name" ON "organization" USING btree ("org_name");