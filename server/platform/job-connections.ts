/** Of the pool from which jobs are taken: one listens; the others take jobs, mark them done, and ask what is due. */
export const JOB_POOL_CONNECTIONS = 3;

/** All connections of a process that takes jobs: one more shows that it is alive. */
export const JOB_CONNECTIONS = JOB_POOL_CONNECTIONS + 1;
