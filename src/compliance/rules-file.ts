/** The path of a project's own changes to the rules. It has its own file because the rules take a long time to load. */
export const rulesFile = 'rules.yaml'
