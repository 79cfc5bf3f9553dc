// npm run -s devices:schema: what devices may say, as JSON Schema. docs/devices.schema.json is this text; a test compares.
import { deviceSchemaText } from '#server/areas/monitor/device/deviceSchema'

process.stdout.write(deviceSchemaText())
