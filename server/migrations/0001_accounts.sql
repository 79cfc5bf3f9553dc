CREATE TABLE "sso_mark" (
	"mark_id" varchar(64) PRIMARY KEY NOT NULL,
	"org_id" varchar(64) NOT NULL,
	"user_id" varchar(64) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "photo_code" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "recovery_proof" ADD COLUMN "origin_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "query_code_hash" text;