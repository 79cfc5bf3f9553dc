// The fixed numbers and names of the console, in one place.

export const APP_NAME = 'platform-admin'
export const PLATFORM = 'web'
export const ENVIRONMENT = 'prod'
export const LAUNCH_HASH = '/home'
export const SYSTEM_ID = 'pims'
export const ORG_TYPE = 3
export const IS_VERIFY_UNIT = 1
export const DEFAULT_SYSTEM_NAME = '颐园养老管理系统'
export const PRODUCT_NAME = '颐园'

/** Storage keys are `<prefix>_<name>`; a deployment may set its own prefix on <html data-storage-prefix>. */
export const STORAGE_PREFIX = 'pims2'

export const REQUEST_TIMEOUT = 200_000
export const CHUNK_TIMEOUT = 120_000
export const SLOW_REQUEST = 20_000
export const PHOTO_TIMEOUT = 300_000
export const ARCHIVE_IMPORT_TIMEOUT = 300_000
export const RESPONSE_TYPE = 'json'
export const CONTENT_TYPE = 'application/json'

export const LOG_BUFFER = 12
/** Milliseconds; antd wants seconds. */
export const TOAST = 2_500
export const IE_HINT = 5_000
export const LOADING_TEXT = '加载中...'
export const LOADING_BACKGROUND = 'rgba(255, 255, 255, 0.7)'

export const WATERMARK = {
  width: 300,
  height: 200,
  degrees: -20,
  font: 14,
  color: 'rgba(120, 132, 146, 0.3)',
  delay: 500,
} as const

export const MATTRESS_VOICE_TIMES = 3
export const MATTRESS_REMIND_STATUS = 1

export const HEARTBEAT_INTERVAL = 240_000
export const HEARTBEAT_REPLY = 30_000
export const SOCKET_RECONNECT = 30_000
export const LOGOUT_DELAY = 200
export const MQTT_CONNECT_TIMEOUT = 4_000
export const MQTT_RECONNECT = 4_000

export const ROLE_LIST = { page: 1, size: 999 } as const

/** 10 rows on a screen of 1280 px or less, otherwise 20. */
export const pageSizeFor = (screenWidth: number) => (screenWidth <= 1280 ? 10 : 20)

/** The pages outside the shell; they take no part in tabs. */
export const STANDALONE = [
  'login.html',
  'index.html',
  'error.html',
  'settleIn.html',
  'fullchart.html',
  'family.html',
  'bedside.html',
] as const
/** At the bedside: the caregiver's own light page, which works without network. */
export const BEDSIDE_PAGE = 'bedside.html'
export const LOGIN_PAGE = 'login.html'
export const ERROR_PAGE = 'error.html'
export const SETTLE_IN_PAGE = 'settleIn.html'

/** Tabs keep their trees alive up to this number; the least recently used beyond it are parked. */
export const LIVE_FRAMES = 12

/** A question stands over the drawer it is asked from, and below the alarms. */
export const QUESTION_LAYER = 1_050
