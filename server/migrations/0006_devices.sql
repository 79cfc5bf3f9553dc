CREATE TABLE "device_aside" (
	"org_id" varchar(64) NOT NULL,
	"device_id" varchar(64) NOT NULL,
	"aside_no" bigint GENERATED ALWAYS AS IDENTITY (sequence name "device_aside_aside_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"arrived_at" timestamptz(3) NOT NULL,
	"payload" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "device_aside_org_id_device_id_aside_no_pk" PRIMARY KEY("org_id","device_id","aside_no")
);
--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "device_time" text;--> statement-breakpoint
ALTER TABLE "alarm_record" ADD COLUMN "oddity" text;--> statement-breakpoint
CREATE INDEX "device_aside_old" ON "device_aside" USING btree ("arrived_at");