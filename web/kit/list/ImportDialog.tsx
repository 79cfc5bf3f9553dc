// 导入: its code comes when somebody imports.
import { whenOpened } from '#web/kit/later'

export const ImportDialog = whenOpened(() => import('./OpenImportDialog.tsx').then((file) => file.OpenImportDialog))
