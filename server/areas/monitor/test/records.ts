// Where the records of devices and alarms are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  device: { table: 'device', id: 'device_id' },
  alarm: { table: 'alarm_record', id: 'record_id', dept: 'own' },
  nurseCall: { table: 'call_record', id: 'call_id', dept: 'own' },
  alarmRule: { table: 'alarm_rule', id: 'rule_id' },
  positionRule: { table: 'position_rule', id: 'rule_id' },
  rail: { table: 'rail', id: 'rail_id' },
  positionMap: { table: 'floor_map', id: 'map_id' },
  duty: { table: 'alarm_duty', id: 'duty_id', dept: 'own' },
  voiceCall: { table: 'vms_outbox', id: 'outbox_id', dept: 'alarm_record' },
} satisfies StoredRecords
