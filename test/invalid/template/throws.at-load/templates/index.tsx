throw new Error('Not finished yet')
