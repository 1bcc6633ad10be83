// Laboratory
