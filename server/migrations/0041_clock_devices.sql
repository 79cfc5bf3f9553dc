CREATE TABLE "clock_aside" (
	"org_id" varchar(64) NOT NULL,
	"aside_id" varchar(64) NOT NULL,
	"device_id" varchar(64) NOT NULL,
	"device_no" text NOT NULL,
	"number" text NOT NULL,
	"emp_key" text,
	"card" text,
	"at" timestamptz(3) NOT NULL,
	"said_at" text,
	"heard_at" timestamptz(3) DEFAULT now() NOT NULL,
	"reason" text NOT NULL,
	"emp_id" varchar(64),
	"settled_name" text,
	"settled_at" timestamptz(3),
	CONSTRAINT "clock_aside_org_id_aside_id_pk" PRIMARY KEY("org_id","aside_id"),
	CONSTRAINT "clock_aside_once" UNIQUE("org_id","number")
);
--> statement-breakpoint
CREATE TABLE "clock_device" (
	"org_id" varchar(64) NOT NULL,
	"device_id" varchar(64) NOT NULL,
	"device_no" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"key_end" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"heard_at" timestamptz(3),
	"drift" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "clock_device_org_id_device_id_pk" PRIMARY KEY("org_id","device_id"),
	CONSTRAINT "clock_device_no" UNIQUE("org_id","device_no")
);
--> statement-breakpoint
CREATE INDEX "clock_aside_waits" ON "clock_aside" USING btree ("org_id","heard_at" DESC NULLS LAST) WHERE settled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "clock_device_hash" ON "clock_device" USING btree ("hash");