// Settings of a mosquitto that keeps on disk whatever it has acknowledged; README says the same to whoever runs one.

export const mosquittoSettings = (folder: string, port: number): string =>
  [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    // It starts as root where tests do, and could not write into this folder as somebody else.
    'user root',
    'persistence true',
    `persistence_location ${folder}/`,
    // Saved with every change: what it has acknowledged must survive it.
    'autosave_on_changes true',
    'autosave_interval 1',
    'max_queued_messages 0',
    '',
  ].join('\n')
