/** Identifies the temporary files of one build: the process and six random letters or digits. */
export const buildId = () => `${process.pid}-${Math.random().toString(36).slice(2, 8)}`

export const buildIdPattern = '\\d+-[a-z0-9]{1,6}'
