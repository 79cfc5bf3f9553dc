// Where the records of the home pages are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  mapColor: {
    table: 'room_map_config',
    id: 'config_id',
    make: `insert into room_map_config (org_id, config_id, type, name, color) values ($1, $2, 0, '试', '#112233')`,
  },
} satisfies StoredRecords
