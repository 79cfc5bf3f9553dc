// Tables of signing in and of the shell: sessions, codes, logs, settings, preferences.
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, moment } from '#server/kit/columns'

/** A session is found by the digest of its token; the token itself is stored nowhere. */
export const loginSession = pgTable(
  'login_session',
  {
    sessionId: idColumn('session_id').primaryKey(),
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
    landingEndId: idColumn('landing_end_id'),
    deptId: idColumn('dept_id'),
    ip: text('ip').notNull(),
    terminal: text('terminal').notNull(),
    /** A wall screen's. */
    readOnly: boolean('read_only').notNull().default(false),
    /** The screen whose address opened it; one without an address is none and has ended. */
    screenId: idColumn('screen_id'),
    createdAt: createdAt(),
    lastSeen: moment('last_seen').notNull().default(sql`now()`),
    /** 4011 expired, 4012 signed in elsewhere, 4013 account changed, 200 signed out */
    endedBy: integer('ended_by'),
    endedAt: moment('ended_at'),
  },
  (t) => [index('login_session_open').on(t.orgId, t.userId).where(sql`ended_by is null`)],
)

/** Single-use, short-lived stand-in for the token in a websocket address. */
export const socketTicket = pgTable('socket_ticket', {
  ticketId: idColumn('ticket_id').primaryKey(),
  sessionId: idColumn('session_id').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** Single-use mark with which another system of the organisation hands its signed-in user over. */
export const ssoMark = pgTable('sso_mark', {
  markId: idColumn('mark_id').primaryKey(),
  orgId: idColumn('org_id').notNull(),
  userId: idColumn('user_id').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

export const photoCode = pgTable('photo_code', {
  verifyStr: idColumn('verify_str').primaryKey(),
  answer: text('answer').notNull(),
  /** Wrong answers so far; a picture is worth a few tries only. */
  tries: integer('tries').notNull().default(0),
  /** Solved before an SMS was sent: to which number, and how often. It still serves once for the form that follows. */
  smsPhone: text('sms_phone'),
  smsSent: integer('sms_sent').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
})

/** Codes sent by SMS: hashed, single-use, with a few tries. */
export const smsCode = pgTable(
  'sms_code',
  {
    codeId: idColumn('code_id').primaryKey(),
    phone: text('phone').notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('sms_code_phone').on(t.phone, t.createdAt.desc().nullsFirst(), t.codeId.desc().nullsFirst())],
)

/** What was or is to be sent; without a gateway notices stay here for the administrator to pass on. */
export const smsMessage = pgTable(
  'sms_message',
  {
    orgId: idColumn('org_id').notNull(),
    messageId: idColumn('message_id').notNull(),
    phone: text('phone').notNull(),
    /** As everybody may read it: a sealed message without its code. */
    content: text('content').notNull(),
    purpose: text('purpose').notNull(),
    /** Carries a code or a password: only that it was sent, to which masked number and when, is ever shown. */
    sealed: boolean('sealed').notNull().default(false),
    /** The words with the code, while the gateway has not taken them and they are still worth sending. */
    secret: text('secret'),
    secretUntil: moment('secret_until'),
    state: text('state').$type<'outbox' | 'waiting' | 'sent' | 'failed'>().notNull(),
    failure: text('failure'),
    createdAt: createdAt(),
    sentAt: moment('sent_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.messageId] }),
    index('sms_message_list').on(t.orgId, t.createdAt.desc().nullsFirst(), t.messageId.desc().nullsFirst()),
    index('sms_message_secret').on(t.secretUntil).where(sql`secret is not null`),
  ],
)

/** The proof that a phone was verified during password recovery; `reset` uses it up. */
export const recoveryProof = pgTable('recovery_proof', {
  userId: idColumn('user_id').primaryKey(),
  phone: text('phone').notNull(),
  /** Digest of the browser that gave the proof: nobody else may use it up. */
  originHash: text('origin_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** The number a stranger is given for an account's: it opens the account's own only in the browser that asked. */
export const phoneStandIn = pgTable(
  'phone_stand_in',
  {
    originHash: text('origin_hash').notNull(),
    standIn: text('stand_in').notNull(),
    /** null: nobody's; a code asked for it is sent to no one. */
    phone: text('phone'),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.originHash, t.standIn] })],
)

/** Browsers in which an account has signed in: found by the digest of a random value in their cookie. */
export const knownBrowser = pgTable(
  'known_browser',
  {
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
    browserHash: text('browser_hash').notNull(),
    createdAt: createdAt(),
    lastSeen: moment('last_seen').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId, t.browserHash] }),
    index('known_browser_hash').on(t.browserHash),
    index('known_browser_age').on(t.lastSeen),
  ],
)

/** Wrong passwords by account and where they came from; a name without an account is counted under no organisation. */
export const loginGuess = pgTable(
  'login_guess',
  {
    orgId: idColumn('org_id').notNull(),
    /** User id, or the digest of a name nobody has. */
    subject: text('subject').notNull(),
    /** An address, a known browser, or all strangers together. */
    source: text('source').notNull(),
    count: integer('count').notNull(),
    frozen: boolean('frozen').notNull(),
    /** End of the window, or of the freeze. */
    until: moment('until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.subject, t.source] }), index('login_guess_age').on(t.until)],
)

export const loginLog = pgTable(
  'login_log',
  {
    orgId: idColumn('org_id').notNull(),
    id: idColumn('id').notNull(),
    userName: text('user_name').notNull(),
    empName: text('emp_name'),
    deptName: text('dept_name'),
    loginTime: moment('login_time').notNull().default(sql`now()`),
    ipAddr: text('ip_addr').notNull(),
    loginApp: text('login_app'),
    loginTerminal: text('login_terminal').notNull(),
    loginStatus: text('login_status').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index('login_log_list').on(t.orgId, t.loginTime.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
)

/** Settings by name; rows of the operator's organisation are the product-wide defaults. */
export const systemConfig = pgTable(
  'system_config',
  {
    orgId: idColumn('org_id').notNull(),
    name: text('name').notNull(),
    value: jsonb('value'),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.name] })],
)

/** What browsers report: script errors, slow requests. */
export const frontLog = pgTable(
  'front_log',
  {
    orgId: idColumn('org_id').notNull(),
    id: idColumn('id').notNull(),
    userId: idColumn('user_id'),
    entry: jsonb('entry').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), index('front_log_age').on(t.createdAt)],
)

/** Release notes, shared by all organisations. */
export const versionRecord = pgTable('version_record', {
  recordId: idColumn('record_id').primaryKey(),
  title: text('title').notNull(),
  releaseDate: text('release_date').notNull(),
  content: text('content').notNull(),
  createdAt: createdAt(),
})

export const versionRead = pgTable(
  'version_read',
  {
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
    recordId: idColumn('record_id')
      .notNull()
      .references(() => versionRecord.recordId),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.userId, t.recordId] })],
)

/** What a user arranged for themselves: quick entries, columns, density, theme, last tabs. */
export const userPreference = pgTable(
  'user_preference',
  {
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
    name: text('name').notNull(),
    value: jsonb('value').notNull(),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.userId, t.name] })],
)

/** Credentials of devices and other programs that speak MQTT to the broker. */
export const mqttCredential = pgTable(
  'mqtt_credential',
  {
    orgId: idColumn('org_id').notNull(),
    clientName: text('client_name').notNull().unique(),
    secretHash: text('secret_hash').notNull(),
    deviceId: idColumn('device_id').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.clientName] })],
)
