// Where the records of the settings are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  dictionary: { table: 'dictionary', id: 'dictionary_id' },
  dictionaryValue: { table: 'dictionary_value', id: 'value_id' },
  documentTemplate: { table: 'document_template', id: 'template_id' },
  templateFile: { table: 'document_template_file', id: 'file_id' },
  formTemplate: { table: 'form_template', id: 'template_id' },
  formType: { table: 'form_template_type', id: 'type_id' },
  installPackage: {
    table: 'device_package',
    id: 'package_id',
    make: `insert into device_package (org_id, package_id, package_name, package_size, device_type, package_version, package_url)
      values ($1, $2, 'a.apk', 1, 'x', '1.0.0', '/files/x/a.apk')`,
  },
} satisfies StoredRecords
