// Files of the settings: pictures in document templates, installation packages.
import { contractDocument } from '#contract/live/contractDocument'
import { documentTemplate } from '#contract/systemSetting/documentTemplate'
import { installPackage } from '#contract/systemSetting/installPackage'
import type { FileHolder } from '#server/kit/fileHolders'

export const systemSettingFileHolders: readonly FileHolder[] = [
  {
    kind: 'systemSetting.documentTemplate',
    table: 'document_template_version',
    keys: ['template_id', 'version'],
    texts: ['html'],
    // Who makes a contract sees the seal of its template before the contract exists.
    readers: [{ needs: `${documentTemplate.calls.detail.needs}|${contractDocument.calls.start.needs}` }],
  },
  {
    kind: 'systemSetting.package',
    table: 'device_package',
    keys: ['package_id'],
    addresses: ['package_url'],
    readers: [{ needs: installPackage.calls.get.needs }],
  },
]
