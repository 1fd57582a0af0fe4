/** Rejects at the deadline (ms since the epoch), while the work goes on. */
export const within = <T>(work: Promise<T>, deadline: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It took too long.')), Math.max(deadline - Date.now(), 1));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
